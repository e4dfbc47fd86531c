import { CommandError, type Prompts } from './context.js'

/** Questions in the terminal, by `@clack/prompts`. Ctrl-C ends the command. */
export async function terminalPrompts(): Promise<Prompts> {
  const clack = await import('@clack/prompts')
  const decided = <Value>(value: Value | symbol): Value => {
    if (clack.isCancel(value)) throw new CommandError('Cancelled. Nothing more is written.')
    return value as Value
  }
  type Options = Parameters<typeof clack.select<string>>[0]['options']
  return {
    select: async (message, choices, initial) =>
      decided(
        await clack.select({ message, options: [...choices] as Options, initialValue: initial as string }),
      ) as never,
    multiselect: async (message, choices, initial) =>
      decided(
        await clack.multiselect({
          message,
          options: [...choices] as Options,
          initialValues: [...initial] as string[],
          required: true,
        }),
      ) as never,
    confirm: async (message, initial) =>
      decided<boolean>(await clack.confirm({ message, initialValue: initial })),
  }
}
