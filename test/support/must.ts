/** As `expect` does, which would take most of the time of a property that is tried very often. */
export function must(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
