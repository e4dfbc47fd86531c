/** The part of an `unstorage` storage that the adapter uses. */
export interface KeyValueStorage {
  /** Returns the value of a key, or `null`. */
  getItem(key: string): Promise<unknown>
  /** Stores a value. A driver may delete the item after `ttl` seconds. */
  setItem(key: string, value: object, options?: { ttl?: number }): Promise<void>
  /** Deletes a key. */
  removeItem(key: string): Promise<void>
  /** Returns the keys with this prefix. */
  getKeys(base?: string): Promise<string[]>
}
