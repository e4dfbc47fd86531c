import { type FrameworkSuite, useFramework } from './framework-suite.js'
import { buildNext, type NextBuild, type NextSettings, type NextVariant } from './next-application.js'

/** State that the tests of an application share. */
export type NextSuite = FrameworkSuite<NextBuild>

/** The example of Next.js, built and served beside a provider. */
export function useNext(settings: NextSettings, variant: NextVariant = {}): NextSuite {
  return useFramework({
    basePath: settings.BASE_PATH,
    routes: '/api/auth',
    build: () => buildNext(settings, variant),
    start: (build, port, variables) => build.start(port, variables),
    variables: () => variant.variables?.() ?? {},
    // In development, a page is built by its first request.
    pageTimeout: variant.command === 'dev' ? 90_000 : undefined,
  })
}
