import type { SpecFeature } from './auth-spec.js'
import { problem } from './configuration-error.js'
import { mark, refusal, type Step, stepOf } from './draft.js'
import { nameProblems } from './name-problems.js'
import { pluginNames } from './option-names.js'
import type { Plugin, PluginJwtParams, PluginSessionParams } from './plugin.js'
import { addCallbacks, addEvents, type EventsInput } from './steps.js'

export type PluginInput = Plugin<object, object>

export function addPluginOrFeature(input: PluginInput | SpecFeature): Step {
  return stepOf('use', input ?? null, (plugin) =>
    'version' in plugin ? addFeature(plugin) : addPlugin(plugin),
  )
}

function addFeature(feature: SpecFeature): Step {
  if (feature.version !== 1) {
    return refusal(
      problem('wrongType', `The feature '${feature.name}'`, 'one for this version of Authwright'),
    )
  }
  return (draft) => ({ ...draft, features: [...draft.features, feature] })
}

/** The types of a plugin do not depend on earlier steps, so steps that change types may follow. */
function addPlugin(plugin: PluginInput): Step {
  const { signIn, jwt, session, events } = plugin
  // Values that are not functions are passed on, so that `addCallbacks` reports them.
  const callbacks = addCallbacks({
    signIn,
    jwt:
      typeof jwt === 'function'
        ? async (context) => {
            const claims = await jwt(context as PluginJwtParams)
            return claims ? { ...context.token, ...claims } : null
          }
        : jwt,
    session:
      typeof session === 'function'
        ? async (context) => ({
            ...context.session,
            ...(await session(context as PluginSessionParams<object>)),
          })
        : session,
  })
  return (draft) => {
    const extended = addEvents(events as EventsInput | undefined)(callbacks(draft))
    return {
      ...extended,
      marks: jwt ? mark(draft, 'jwt') : draft.marks,
      problems: [...extended.problems, ...nameProblems('plugin option', plugin, pluginNames)],
    }
  }
}
