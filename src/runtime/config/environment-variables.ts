/** The environment variables of a process, by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>
