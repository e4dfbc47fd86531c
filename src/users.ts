export type { SessionActor } from './model/session.js'
export {
  type ImpersonationApi,
  type ImpersonationFeature,
  impersonation,
} from './runtime/features/impersonation/feature.js'
export type {
  ImpersonationAdapter,
  ImpersonationOptions,
  ImpersonationParams,
  ImpersonationRequest,
  UserOfAdapter,
} from './runtime/features/impersonation/impersonation-options.js'
export { type UsersApi, type UsersFeature, users } from './runtime/features/users/feature.js'
export type {
  ListUsersOptions,
  UsersAdapter,
  UsersPage,
  UsersRequest,
} from './runtime/features/users/user-list.js'
