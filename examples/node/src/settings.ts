/** Reads a setting that `demo.mjs` gives to the processes it starts. */
export function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Start the example with "npm run demo".`)
  return value
}
