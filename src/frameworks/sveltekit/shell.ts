import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import { AuthError } from '../../errors.js'
import type { Instance } from '../../runtime/compile.js'
import { type Interpreter, interpret } from '../../runtime/interpret.js'
import { kitEnvironment } from './environment.js'
import { kitBase } from './kit-base.js'
import type { AuthEvent } from './sveltekit-auth.js'
import { createVisits, type Visit } from './visit.js'

/** The runtime as an application of SvelteKit uses it. */
export interface Shell {
  /** `paths.base` of the configuration of Kit. */
  readonly prefix: string
  readonly interpreter: Interpreter
  visit(event: AuthEvent): Visit
  instance(visit: Visit): Promise<Instance>
}

export function createShell(spec: AuthSpec | LazySpec): Shell {
  const visits = createVisits()
  const prefix = kitBase()
  const source = 'resolve' in spec ? oncePerEvent(spec, visits.eventOf) : spec
  const interpreter = interpret(source, {
    mount: { basePath: '/auth', prefix },
    // Asked for at the first request, when Kit knows it.
    get environment() {
      return kitEnvironment()
    },
  })
  return {
    prefix,
    interpreter,
    visit: visits.of,
    instance: (visit) => interpreter.instance(visit.incoming().request()),
  }
}

/** Gives the function of a lazy configuration the event, once for a request. */
function oncePerEvent(
  spec: LazySpec,
  eventOf: (request: Request | undefined) => AuthEvent | undefined,
): LazySpec {
  const made = new WeakMap<Request, Promise<AuthSpec>>()
  return {
    async resolve(request) {
      const event = eventOf(request)
      if (!event) {
        throw new AuthError(
          'A configuration that is made for each event needs one: pass { request: event.request }.',
        )
      }
      // What the function is given is the event; the runtime knows requests alone.
      const resolved = made.get(event.request) ?? (async () => spec.resolve(event as unknown as Request))()
      made.set(event.request, resolved)
      return resolved
    },
  }
}
