/** How long a test waits for a fact (`expect.poll`, `vi.waitFor`), never how long it sleeps. */
export const SOON = { timeout: 25_000, interval: 10 }
