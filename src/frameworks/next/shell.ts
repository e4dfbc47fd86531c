import type { NextRequest } from 'next/server.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import type { Instance } from '../../runtime/instance/instance.js'
import { type Interpreter, interpret } from '../../runtime/interpret.js'
import { nextBasePath } from './base-path.js'

/** The runtime as an application of Next.js uses it. */
export interface Shell {
  /** `basePath` of `next.config`. */
  readonly prefix: string
  readonly interpreter: Interpreter
  instance(request?: NextRequest): Promise<Instance>
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
    return { prefix, interpreter, instance: (request) => interpreter.instance(request) }
  }
}
