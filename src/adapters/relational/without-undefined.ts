import type { Fields } from './record-store.js'

/** The fields that have a value; `undefined` means "as it was". */
export function given(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
