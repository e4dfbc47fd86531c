/**
 * Replaces an error of Prisma with a shorter one. The full message quotes the values to store, which must not be
 * logged.
 */
export async function briefErrors<Result>(query: PromiseLike<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { code, errorCode, meta } = error as {
      code?: unknown
      /** The error code if the database is not reachable at the first query. `code` is then missing. */
      errorCode?: unknown
      meta?: ErrorMeta | null
    }
    const lastLine = error.message.trimEnd().split('\n').at(-1) ?? ''
    throw Object.assign(new Error(lastLine.trim()), {
      name: error.name,
      code: code ?? errorCode,
      constraint: constraintOf(meta),
    })
  }
}

/** Prisma's own engine reports the constraint in `target`, a driver adapter in `driverAdapterError`. */
interface ErrorMeta {
  readonly target?: unknown
  readonly driverAdapterError?: {
    readonly cause?: { readonly constraint?: { readonly fields?: unknown; readonly index?: unknown } }
  }
}

function constraintOf(meta: ErrorMeta | null | undefined): string {
  const { fields, index } = meta?.driverAdapterError?.cause?.constraint ?? {}
  return [meta?.target, fields, index].flat().filter(Boolean).join(', ')
}
