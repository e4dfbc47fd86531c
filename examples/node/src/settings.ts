/** Reads an environment variable that `demo.mjs` sets for the processes. */
export function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Start the example with "npm run demo".`)
  return value
}
