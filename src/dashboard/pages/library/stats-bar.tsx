// The library in four numbers.
import { Tile, Tiles } from '../../components/page-head.tsx'
import { counted, percent } from '../../wording.ts'
import { type LibraryRow, meansOf } from './library-rows.ts'

export function StatsBar({ rows }: { rows: readonly LibraryRow[] }) {
  const { total, listed, utility, freshness, success, reported } = meansOf(rows)
  const shown = (share: number | null) => (share === null ? '–' : percent(share))
  return (
    <Tiles>
      <Tile
        label="Skills in use"
        value={total.toLocaleString('en')}
        note={`${listed.toLocaleString('en')} brought up unasked`}
      />
      <Tile label="Utility" value={shown(utility)} note="mean" {...shareOf(utility)} />
      <Tile label="Freshness" value={shown(freshness)} note="mean" {...shareOf(freshness)} />
      <Tile
        label="Success"
        value={shown(success)}
        note={reported === 0 ? 'nothing reported yet' : `of ${counted(reported, 'skill')} reported on`}
        {...shareOf(success)}
      />
    </Tiles>
  )
}

function shareOf(share: number | null): { share?: number } {
  return share === null ? {} : { share }
}
