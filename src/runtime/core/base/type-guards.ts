/*
 * Checks for values that Authwright has sealed itself. They are needed because an earlier version may have
 * sealed a cookie in another format. A valibot schema could check more, but adds 3 KB to a bundle. So only
 * the nested response of a passkey is validated by a schema.
 */

/** Returns whether a value has the type `Value`. */
export type TypeGuard<Value> = (value: unknown) => value is Value

export const isString: TypeGuard<string> = (value) => typeof value === 'string'

export const isNumber: TypeGuard<number> = (value): value is number =>
  typeof value === 'number' && !Number.isNaN(value)

export const isBoolean: TypeGuard<boolean> = (value) => typeof value === 'boolean'

/** Accepts any value. */
export const isAnything: TypeGuard<unknown> = (_value): _value is unknown => true

/** Accepts one of several strings. */
export function isOneOf<const Text extends string>(...texts: readonly Text[]): TypeGuard<Text> {
  return (value): value is Text => texts.includes(value as Text)
}

/** Accepts `undefined` and a missing member, in addition to what `guard` accepts. */
export function isOptional<Value>(guard: TypeGuard<Value>): TypeGuard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || guard(value)
}

/** Accepts an array whose elements all have the type. */
export function isArrayOf<Value>(guard: TypeGuard<Value>): TypeGuard<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(guard)
}

/** Accepts an object whose members all have the type. */
export function isRecordOf<Value>(guard: TypeGuard<Value>): TypeGuard<Record<string, Value>> {
  return (value): value is Record<string, Value> =>
    typeof value === 'object' && value !== null && Object.values(value).every(guard)
}

/** Accepts an object with these members, and ignores others. */
export function isObjectOf<Value extends object>(
  guards: {
    readonly [Name in keyof Value]-?: TypeGuard<Value[Name]>
  },
): TypeGuard<Value> {
  const members = Object.entries<TypeGuard<unknown>>(guards)
  return (value): value is Value =>
    typeof value === 'object' &&
    value !== null &&
    members.every(([name, guard]) => guard((value as Readonly<Record<string, unknown>>)[name]))
}
