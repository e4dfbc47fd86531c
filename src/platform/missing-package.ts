/**
 * @param advice - The message if the package is not installed.
 */
export function importError(name: string, error: unknown, advice: string): Error {
  if (isMissingPackage(name, error)) return new Error(advice, { cause: error })
  return new Error(`The package ${name} cannot be loaded: ${reasonOf(error)}`, { cause: error })
}

/** Compares names, because a dependency of the package may be missing instead. */
export function isMissingPackage(name: string, error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { message } = cause
    const isMissing = /Cannot find (?:package|module) |No such module /.test(message)
    if (isMissing && (message.includes(`'${name}'`) || message.includes(`"${name}"`))) return true
  }
  return false
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
