/** The part of an `unstorage` storage that the adapter uses. Any storage can be used, with any driver. */
export interface KeyValueStorage {
  /** Returns the value of a key, or `null`. */
  getItem(key: string): Promise<unknown>
  /** Stores a value. Some drivers, such as Redis, delete the item after `ttl` seconds. */
  setItem(key: string, value: object, options?: { ttl?: number }): Promise<void>
  /** Deletes a key. */
  removeItem(key: string): Promise<void>
  /** Returns the keys with this prefix. */
  getKeys(base?: string): Promise<string[]>
}
