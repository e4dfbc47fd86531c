import { localServerReasons } from '../providers/kinds/local-server.js'
import { compileTimeReasons } from './compile-time-reasons.js'
import { runTimeReasons } from './run-time-reasons.js'

type Reasons = typeof runTimeReasons & typeof compileTimeReasons & typeof localServerReasons

/**
 * Every sentence for a wrong configuration, at compile time (the checks in `rules/`)
 * and at run time (`AuthConfigurationError`). Each `%s` is filled in with a name. The page of a code is
 * `docs/rules/<code>.md`.
 */
export const reasons: { readonly [Code in keyof Reasons]: Reasons[Code] } = /* @__PURE__ */ Object.assign(
  {},
  runTimeReasons,
  compileTimeReasons,
  localServerReasons,
)

/** Names a rule that a configuration can break. */
export type ReasonCode = keyof typeof reasons

type Fill<Text extends string, Name extends string> = Text extends `${infer Before}%s${infer After}`
  ? `${Before}${Name}${After}`
  : Text

/** The sentence of a rule that names nothing. */
export type Reason<Code extends ReasonCode> = (typeof reasons)[Code]

/** The sentence of a rule, with its one or two names filled in. */
export type NamedReason<Code extends ReasonCode, First extends string, Second extends string = ''> = Fill<
  Fill<(typeof reasons)[Code], First>,
  Second
>
