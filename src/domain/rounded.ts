/** To three decimals: what people and clients are shown of a score. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
