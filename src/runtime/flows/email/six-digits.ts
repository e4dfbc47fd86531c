/** The first number that would make some codes likelier than others. */
const LIMIT = 2 ** 32 - (2 ** 32 % 1_000_000)

/** A code of six digits, each as likely as any other. */
export function sixDigits(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number < LIMIT ? String(number % 1_000_000).padStart(6, '0') : sixDigits()
}
