export { type UsersApi, type UsersFeature, users } from './runtime/features/users/feature.js'
export type {
  ListUsersOptions,
  UsersAdapter,
  UsersPage,
  UsersRequest,
} from './runtime/features/users/users-page.js'
