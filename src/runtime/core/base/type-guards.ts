/*
 * Checks for sealed values, whose format may be that of an earlier version. A valibot schema could check
 * more, but adds 3 KB to a bundle.
 */

export type TypeGuard<Value> = (value: unknown) => value is Value

export const isString: TypeGuard<string> = (value) => typeof value === 'string'

export const isNumber: TypeGuard<number> = (value): value is number =>
  typeof value === 'number' && !Number.isNaN(value)

export const isBoolean: TypeGuard<boolean> = (value) => typeof value === 'boolean'

export const isAnything: TypeGuard<unknown> = (_value): _value is unknown => true

export function isOneOf<const Text extends string>(...texts: readonly Text[]): TypeGuard<Text> {
  return (value): value is Text => texts.includes(value as Text)
}

export function isOptional<Value>(guard: TypeGuard<Value>): TypeGuard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || guard(value)
}

export function isArrayOf<Value>(guard: TypeGuard<Value>): TypeGuard<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(guard)
}

export function isRecordOf<Value>(guard: TypeGuard<Value>): TypeGuard<Record<string, Value>> {
  return (value): value is Record<string, Value> =>
    typeof value === 'object' && value !== null && Object.values(value).every(guard)
}

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
