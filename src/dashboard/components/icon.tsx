// The pictures of the dashboard, drawn in one stroke width on a field of 16. They say nothing that is not also in words.
const PATHS = {
  library: 'M2.5 2.5h3v11h-3zM5.5 2.5h3v11h-3zM9.3 3.2l2.6-.7 2.6 10.3-2.6.7z',
  review: 'M2.5 8.5l3 3 8-8M9 13.5h4.5',
  designer: 'M10.5 2.8l2.7 2.7-7.4 7.4-3.3.6.6-3.3zM9 4.3l2.7 2.7',
  recall: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.6 10.6l3.4 3.4',
  graph:
    'M4 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM12 7.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6 14a1.7 1.7 0 1 0 0-3.4A1.7 1.7 0 0 0 6 14zM5.6 4.3l4.8 1.3M10.9 7.3l-3.8 3.8M4.3 5.5l1.4 5.1',
  health: 'M1.8 8.5h3l2-5 3 9 2-4h2.4',
  passes: 'M13.2 8A5.2 5.2 0 1 1 11.6 4.2M13.4 2v3h-3M8 5.2V8l2 1.4',
  routing: 'M3.5 13.5v-5a2 2 0 0 1 2-2h5a2 2 0 0 0 2-2v-2M10.2 4.6l2.3-2.3 2.3 2.3',
  beliefs: 'M8 13.6S2.2 10.4 2.2 6.2A3 3 0 0 1 8 5a3 3 0 0 1 5.8 1.2C13.8 10.4 8 13.6 8 13.6z',
  peers:
    'M6 7.2a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM1.6 13.4c.3-2.6 2-4 4.4-4s4.1 1.4 4.4 4M10.6 2.9a2.2 2.2 0 0 1 0 4M12.2 9.9c1.3.6 2 1.8 2.2 3.5',
  bindings:
    'M6.6 9.4a2.7 2.7 0 0 0 3.8 0l2.3-2.3a2.7 2.7 0 0 0-3.8-3.8l-.8.8M9.4 6.6a2.7 2.7 0 0 0-3.8 0L3.3 8.9a2.7 2.7 0 0 0 3.8 3.8l.8-.8',
  doctor: 'M8 2.5v11M2.5 8h11',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.3 3.3L13 4.6',
  alert: 'M8 2.3l6.2 11H1.8zM8 6.5v3.2M8 11.6v.1',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.4V11M8 5.1v.1',
  plus: 'M8 3v10M3 8h10',
  sun: 'M8 10.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM8 1.6v1.3M8 13.1v1.3M1.6 8h1.3M13.1 8h1.3M3.5 3.5l.9.9M11.6 11.6l.9.9M3.5 12.5l.9-.9M11.6 4.4l.9-.9',
  moon: 'M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z',
  system: 'M2.2 3h11.6v7.6H2.2zM5.6 13.4h4.8M8 10.6v2.8',
  help: 'M6 6.1a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M8 11.6v.1M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4z',
  cards: 'M2.5 2.5h4.6v4.6H2.5zM8.9 2.5h4.6v4.6H8.9zM2.5 8.9h4.6v4.6H2.5zM8.9 8.9h4.6v4.6H8.9z',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  archive: 'M2 3h12v3H2zM3 6v7.2h10V6M6.4 9h3.2',
  pin: 'M9.6 2.2l4.2 4.2-2.5.6-2.6 2.6.2 2.7-1.3 1L2.9 8.6l1-1.3 2.7.2 2.6-2.6zM5.2 10.8l-3 3',
  file: 'M4 1.8h5l3.4 3.4v9H4zM9 1.8v3.4h3.4',
  undo: 'M5.6 3L2.5 6l3.1 3M2.8 6h6.4a4 4 0 1 1 0 8H6',
  up: 'M8 13V3M4 7l4-4 4 4',
  chevron: 'M6 3.5L10.5 8 6 12.5',
  shield: 'M8 1.8l5.2 2v3.9c0 3.2-2 5.4-5.2 6.5-3.2-1.1-5.2-3.3-5.2-6.5V3.8z',
  play: 'M5 3l8 5-8 5z',
  trash: 'M2.8 4.3h10.4M6.2 4.3V2.6h3.6v1.7M4.2 4.3l.6 9.1h6.4l.6-9.1',
  copy: 'M5.6 5.6h8v8h-8zM10.4 5.6V2.4h-8v8h3.2',
  filter: 'M2 3.2h12L9.4 8.6v4.6l-2.8-1.4V8.6z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
