import type { Variables } from './framework-process.js'
import { type FrameworkSuite, useFramework } from './framework-suite.js'
import { buildSolidStart, type SolidStartBuild, type SolidStartVariant } from './solid-start-application.js'
import type { Major } from './solid-start-install.js'

/** The example of SolidStart, built and served beside a provider. `variables` is called at each start. */
export function useSolidStart(
  major: Major,
  variant: SolidStartVariant = {},
  variables: () => Variables = () => ({}),
): FrameworkSuite<SolidStartBuild> {
  return useFramework({
    basePath: variant.basePath,
    routes: '/api/auth',
    build: () => buildSolidStart(major, variant),
    start: (build, port, given) => build.start(port, given),
    variables,
    // In development, a page is built by its first request.
    pageTimeout: variant.command === 'dev' ? 90_000 : undefined,
  })
}
