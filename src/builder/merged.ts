/**
 * A union whose members have one another's keys as optional ones: a claim that `jwt` adds at sign-in alone
 * is there when it is called again, with the token that was stored.
 */
export type Merged<T> = [KeyOf<T>] extends [keyof T] ? T : Filled<T, T, KeyOf<T>>

type KeyOf<T> = T extends unknown ? keyof T : never

type Filled<T, All, Key extends PropertyKey> = T extends unknown
  ? Omit<T, never> & {
      [Each in Exclude<Key, keyof T>]?: All extends { [K in Each]: infer Value } ? Value : never
    }
  : never
