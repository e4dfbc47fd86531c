import type { AuthSpec } from '../../builder/spec.js'

/** Closes what the adapter and the store of a configuration opened themselves: connections and clients that they were given stay open. */
export async function closeParts({ adapter, options: { store } }: AuthSpec): Promise<void> {
  for (const part of [adapter, store]) await (part as Closable | undefined)?.close?.()
}

interface Closable {
  close?(): unknown
}
