/** Adds the defaults of options that are missing or `undefined`. */
export function withDefaults<Defaults extends object, Options extends object>(
  defaults: Defaults,
  options: Options,
): WithDefaults<Defaults, Options> {
  const missing = Object.entries(defaults).filter(([name]) => options[name as keyof Options] === undefined)
  return { ...options, ...Object.fromEntries(missing) } as WithDefaults<Defaults, Options>
}

type WithDefaults<Defaults, Options> = Options &
  Omit<Defaults, keyof Options> & {
    [Name in keyof Defaults & keyof Options]-?: Exclude<Options[Name], undefined>
  }
