import { readdirSync } from 'node:fs'

/*
 * The allowed directions of imports (see CONTRIBUTING.md, "The layout"). Imports of types count like imports of
 * values, because they also couple two folders.
 */

const contracts = ['^src/adapters/contract[.]ts$', '^src/stores/contract[.]ts$', '^src/providers/kinds/']
const port = '^src/runtime/port[.]ts$'
const foundation = ['^src/errors[.]ts$', '^src/model/', '^src/options/', '^src/platform/']

/**
 * The allowed imports of a part of the source, besides itself.
 *
 * @type {readonly { name: string, from: string, fromNot?: string, to: readonly string[], why: string }[]}
 */
const layers = [
  {
    name: 'errors-stand-alone',
    from: '^src/errors[.]ts$',
    to: [],
    why: 'The errors import nothing else of the package.',
  },
  {
    name: 'model-stands-alone',
    from: '^src/model/',
    to: ['^src/model/', '^src/errors[.]ts$'],
    why: 'The model describes users, accounts and sessions. It depends on neither options nor providers.',
  },
  {
    name: 'options-point-down',
    from: '^src/options/',
    to: [...foundation, '^src/stores/contract[.]ts$'],
    why: 'Options depend only on the model, the errors and the contract of stores.',
  },
  {
    name: 'platform-stands-alone',
    from: '^src/platform/',
    to: ['^src/platform/'],
    why: 'Every other folder may import the platform, so it imports nothing else.',
  },
  {
    name: 'languages-point-down',
    from: '^src/languages(?:/|[.]ts$)',
    to: [
      '^src/options/language[.]ts$',
      '^src/options/with-defaults[.]ts$',
      '^src/model/password[.]ts$',
      '^src/languages/',
      '^src/runtime/features/pages/english-',
    ],
    why: 'A language is data. It imports only the names of its sentences, and the results that they explain.',
  },
  {
    name: 'provider-kinds-point-down',
    from: '^src/providers/kinds/',
    to: [...foundation, '^src/providers/kinds/', '^src/runtime/features/[^/]+/feature[.]ts$'],
    why: 'A kind of provider is a contract. It depends on the model and the options, not on single providers or adapters.',
  },
  {
    name: 'providers-point-down',
    from: '^src/providers/',
    fromNot: '^src/providers/kinds/',
    to: [...foundation, '^src/providers/', '^src/runtime/features/[^/]+/feature[.]ts$'],
    why: 'A provider is data with a feature. It imports neither the builder, the rest of the runtime nor an adapter.',
  },
  {
    name: 'adapter-contract-points-down',
    from: '^src/adapters/contract[.]ts$',
    to: foundation,
    why: 'The contract of adapters depends only on the model.',
  },
  {
    name: 'adapters-point-down',
    from: '^src/adapters/',
    to: [...foundation, '^src/adapters/', '^src/stores/(?:contract[.]ts$|redis(?:[.]ts$|/))'],
    why: 'An adapter stores and finds rows. It imports neither the builder, the runtime nor a provider.',
  },
  {
    name: 'store-contract-points-down',
    from: '^src/stores/contract[.]ts$',
    to: ['^src/model/awaitable[.]ts$'],
    why: 'The contract of stores uses only strings and numbers.',
  },
  {
    name: 'stores-point-down',
    from: '^src/stores/',
    to: [...foundation, '^src/stores/', '^src/adapters/conformance/expect[.]ts$'],
    why: 'A store stores and counts values. It imports neither the builder, the runtime nor an adapter.',
  },
  {
    name: 'spec-is-between-builder-and-runtime',
    from: '^src/builder/auth-spec[.]ts$',
    to: [...foundation, ...contracts],
    why: 'The builder and the runtime share the spec, so it depends on neither of them.',
  },
  {
    name: 'builder-without-runtime',
    from: '^src/builder/',
    to: [...foundation, ...contracts, '^src/builder/'],
    why: 'The builder converts a configuration to data. It shares only src/builder/auth-spec.ts with the runtime.',
  },
  {
    name: 'runtime-without-builder',
    from: '^src/runtime/',
    to: [
      ...foundation,
      ...contracts,
      '^src/runtime/',
      '^src/builder/auth-spec[.]ts$',
      '^src/stores/memory[.]ts$',
    ],
    why: 'The runtime interprets a spec. It depends on contracts and the default store, not on the builder.',
  },
  {
    name: 'dev-points-down',
    from: '^src/dev(?:/|[.]ts$)',
    to: [
      ...foundation,
      '^src/providers/kinds/',
      '^src/dev/',
      '^src/runtime/core/(?:crypto/|http/|routes/|route[.]ts$)',
      '^src/runtime/features/(?:pages/|oauth/|oidc/feature[.]ts$)',
    ],
    why: 'The provider for development includes an OpenID Provider. For its routes, encryption and pages, it uses parts of the runtime.',
  },
  {
    name: 'testing-points-down',
    from: '^src/testing(?:/|[.]ts$)',
    to: [
      ...foundation,
      ...contracts,
      '^src/testing/',
      port,
      '^src/builder/inferred-types[.]ts$',
      '^src/runtime/core/',
      '^src/runtime/features/oauth/',
      '^src/node/',
    ],
    why: 'The test kit uses parts of the runtime instead of copies of them.',
  },
  {
    name: 'testing-is-apart',
    from: '^src/(?!testing(?:/|[.]ts$))',
    to: ['^src/(?!testing(?:/|[.]ts$))'],
    why: 'The test kit signs users in without a password or provider, so an application must not contain it.',
  },
  {
    name: 'node-points-down',
    from: '^src/node/',
    to: [...foundation, '^src/node/', port, '^src/runtime/core/crypto/'],
    why: 'Code for Node.js replaces code for all runtimes. Only entry points and `imports` of package.json refer to it.',
  },
  {
    name: 'frameworks-are-a-shell',
    from: '^src/frameworks/',
    to: [...foundation, '^src/frameworks/', port, '^src/builder/'],
    why: 'A framework converts requests and responses. It uses the builder and one module of the runtime, the port.',
  },
  {
    name: 'builder-entries-without-compat',
    from: '^src/(?!compat(?:/|[.]ts$))',
    to: ['^src/(?!compat(?:/|[.]ts$))'],
    why: 'Only applications that import the names of Auth.js load them.',
  },
  {
    name: 'web-entry-uses-the-port',
    from: '^src/web-auth[.]ts$',
    to: [...foundation, port, '^src/builder/', '^src/frameworks/[^/]+[.]ts$'],
    why: 'The web entry is like the entry of a framework: it uses one module of the runtime, the port.',
  },
  {
    name: 'main-entry-uses-the-port',
    from: '^src/index[.]ts$',
    to: [...foundation, ...contracts, port, '^src/builder/', '^src/(?:internal|web-auth)[.]ts$'],
    why: 'The main entry connects the builder and the runtime, and exports the types of contracts. It uses one module of the runtime, the port.',
  },
]

/** The layers of the runtime, from the bottom. Each may import itself and the layers below it. */
export const runtimeLayers = ['core', 'features', 'api']

/**
 * The features that a feature may import, because it extends them or shows pages.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const extended = {
  accounts: ['oauth', 'pages'],
  email: ['pages'],
  logout: ['oauth', 'tokens'],
  oidc: ['oauth'],
  passwords: ['accounts', 'email', 'pages'],
  tokens: ['oauth'],
}

/**
 * Modules that only declare types, and that refer to each other. For example, an app has features, and a feature receives the app. At run time,
 * these modules do not exist.
 */
const declarations =
  '^src/runtime/core/(?:object-lifetimes|feature|provider-flow|route|pages|login/hooks|login/user-store)[.]ts$'

/** The modules of `src` that the command imports. */
const sharedWithCommand = [
  '^src/runtime/core/config/(?:boolean-value|secret-strength)[.]ts$',
  '^src/options/host-list[.]ts$',
]

const featureNames = readdirSync(new URL('src/runtime/features', import.meta.url))

export default {
  forbidden: [
    ...runtimeLayers.map((layer, position) => ({
      name: `${layer}-points-down`,
      severity: 'error',
      comment: 'The core imports no feature, and a feature does not import its callers.',
      from: { path: `^src/runtime/${layer}/` },
      to: {
        path: '^src/runtime/',
        pathNot: runtimeLayers.slice(0, position + 1).map((each) => `^src/runtime/${each}/`),
      },
    })),
    ...featureNames.map((feature) => ({
      name: `feature-${feature}`,
      severity: 'error',
      comment:
        'A feature may import only the features that `extended` in .dependency-cruiser.mjs lists for it.',
      from: { path: `^src/runtime/features/${feature}/` },
      to: {
        path: '^src/runtime/features/',
        pathNot: [feature, ...(extended[feature] ?? [])].map((each) => `^src/runtime/features/${each}/`),
      },
    })),
    ...layers.map(({ name, from, fromNot, to, why }) => ({
      name,
      severity: 'error',
      comment: why,
      from: fromNot === undefined ? { path: from } : { path: from, pathNot: fromNot },
      to: { path: '^src/', pathNot: [...to] },
    })),
    {
      name: 'client-imports-types-only',
      severity: 'error',
      comment: 'Browser code may import only types of the server: write "import type".',
      from: { path: '^src/client/' },
      to: { path: '^src/', pathNot: '^src/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-standards-only',
      severity: 'error',
      comment: 'This code runs on every JavaScript platform: use web standards, not modules of Node.js.',
      from: { path: '^src/(runtime|builder|providers|client)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'command-line-is-apart',
      severity: 'error',
      comment: 'A server must not load the command line or its libraries.',
      from: { path: '^src/' },
      to: { path: '^cli/' },
    },
    {
      name: 'command-line-loads-no-server',
      severity: 'error',
      comment:
        'The command reads and writes the source of an application. Of `src`, it may import only the modules in `sharedWithCommand` of .dependency-cruiser.mjs.',
      from: { path: '^cli/' },
      to: { path: '^src/', pathNot: sharedWithCommand },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'These modules import each other. Move the code that both need to a third module.',
      from: { path: '^(?:src|cli)/' },
      to: { circular: true, via: { pathNot: declarations } },
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      comment: 'An application that installs the package has only its "dependencies" and "peerDependencies".',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'There is no module with this name.',
      from: { path: '^(?:src|cli)/' },
      // SvelteKit provides modules whose name begins with a dollar sign when it builds an application.
      to: { couldNotResolve: true, pathNot: '^[$](?:app|env)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
