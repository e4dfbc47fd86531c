import type { NextRequest } from 'next/server.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import type { Instance } from '../../runtime/compile.js'
import { type Interpreter, interpret } from '../../runtime/interpret.js'
import { nextBasePath } from './base-path.js'
import type { NextSurroundings } from './surroundings.js'

/** The runtime as an application of Next.js uses it. */
export interface Shell {
  /** `basePath` of `next.config`. */
  readonly prefix: string
  readonly interpreter: Interpreter
  instance(request: NextRequest): Promise<Instance>
  /** In a server component or action, where headers are at hand and no request. */
  instanceFor(around: Pick<NextSurroundings, 'incoming' | 'headers'>): Promise<Instance>
}

/** Gives the runtime on first use, when the path of the application is known. */
export function createShell(spec: AuthSpec | LazySpec): (request?: NextRequest) => Shell {
  let shell: Shell | undefined
  return (request) => {
    shell ??= open(nextBasePath(request))
    return shell
  }
  function open(prefix: string): Shell {
    const interpreter = interpret(spec, { mount: { basePath: '/api/auth', prefix } })
    // By the headers of a request, which are one object for all code that answers it.
    const made = new WeakMap<object, Promise<Instance>>()
    return {
      prefix,
      interpreter,
      instance: (request) => interpreter.instance(request),
      instanceFor({ incoming, headers }) {
        const instance = made.get(headers) ?? interpreter.instanceFor(incoming)
        made.set(headers, instance)
        return instance
      },
    }
  }
}
