/** The part of a storage of `unstorage` that the adapter uses. Every storage fits, whatever its driver. */
export interface KeyValueStorage {
  getItem(key: string): Promise<unknown>
  /** Drivers that can, Redis among them, forget an item after `ttl` seconds. */
  setItem(key: string, value: object, options?: { ttl?: number }): Promise<void>
  removeItem(key: string): Promise<void>
  getKeys(base?: string): Promise<string[]>
}
