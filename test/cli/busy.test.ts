// A lock that always has a new living holder: the command waits as long as it may, changes nothing and says "busy".
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { homeWith, place, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

test('a skill that others keep locked is exit code 3', async () => {
  const home = homeWith([{ name: 'a', content: 'A.' }])
  const lock = join(home, 'cortex/leases/a.lock')
  let turn = 0
  const take = () => {
    // Another host's process: whether it lives cannot be told from here.
    const holder = {
      token: `t${turn++}`,
      host: 'elsewhere',
      pid: 1,
      started: null,
      expiresAt: new Date().toISOString(),
    }
    place(home, 'cortex/leases/next', JSON.stringify(holder))
    renameSync(join(home, 'cortex/leases/next'), lock)
  }
  take()
  const busy = setInterval(take, 500)
  const ended = await skillCortex(['archive', 'a', '--home', home])
  clearInterval(busy)
  expect(ended).toEqual({
    exit: 3,
    out: '',
    err: 'busy: skill "a" is being written by another process\n  Nothing was changed; try again.\n',
  })
  expect(readFileSync(join(home, 'skills/a.json'), 'utf8')).toContain('A.')
})
