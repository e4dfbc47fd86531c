/** Freezes a value deeply, so that changing it throws. Instances of a class are not frozen. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
