import type { Fields } from './record-store.js'

/** In an update, `undefined` means that a column keeps its value. */
export function withoutUndefined(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
