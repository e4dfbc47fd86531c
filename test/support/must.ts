/** Like `expect`, which would take most of the time of a property with very many runs. */
export function must(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
