/** A fast replacement for `expect`, for property tests with very many runs. */
export function must(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
