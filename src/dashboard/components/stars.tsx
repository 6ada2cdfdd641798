// The tier of a skill: whose word it is. One star for a machine's that nobody approved, four for what was shipped.
const TIERS = ['', 'written by a machine', 'written by a machine, approved', 'written by a person', 'shipped'] as const

export function Stars({ tier }: { tier: number }) {
  const label = `Tier ${tier} of 4: ${TIERS[tier] ?? 'unknown'}`
  return (
    <span class="stars" role="img" aria-label={label} title={label}>
      {'★'.repeat(tier)}
      {'☆'.repeat(4 - tier)}
    </span>
  )
}
