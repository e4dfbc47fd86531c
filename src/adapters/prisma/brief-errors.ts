/**
 * Shortens Prisma's errors to their last line and the violated constraint. The full message quotes the call with the values to store, which
 * must not be logged.
 */
export async function briefErrors<Result>(query: PromiseLike<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { code, meta } = error as { code?: unknown; meta?: unknown }
    const lastLine = error.message.trimEnd().split('\n').at(-1) ?? ''
    throw Object.assign(new Error(lastLine.trim()), {
      name: error.name,
      code,
      constraint: constraintOf(meta),
    })
  }
}

/** The columns of a constraint. Prisma's own engine and the drivers put them in different places. */
function constraintOf(meta: unknown): string {
  const { target, driverAdapterError } = Object(meta)
  const { fields, index } = Object(driverAdapterError?.cause?.constraint)
  return [target, fields, index].flat().filter(Boolean).join(', ')
}
