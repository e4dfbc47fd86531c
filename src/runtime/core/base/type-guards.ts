/*
 * Whether a value that we sealed ourselves is what this version of the package seals: a cookie of an earlier one may hold something else.
 * What a client or a provider sends is validated by a schema of valibot, which describes more, and is 3 KB of every bundle that holds it.
 */

/** Whether a value has a type. */
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

/** Accepts `undefined`, too, and a member that is missing. */
export function isOptional<Value>(guard: TypeGuard<Value>): TypeGuard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || guard(value)
}

/** Accepts an array of such values. */
export function isArrayOf<Value>(guard: TypeGuard<Value>): TypeGuard<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(guard)
}

/** Accepts an object whose members all are such values. */
export function isRecordOf<Value>(guard: TypeGuard<Value>): TypeGuard<Record<string, Value>> {
  return (value): value is Record<string, Value> =>
    typeof value === 'object' && value !== null && Object.values(value).every(guard)
}

/** Accepts an object with these members. Others are ignored. */
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

/** The members of a value that comes from outside. A value that is no object has none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
