export { accountPage } from './account-page-route.js'
export { changeAccount } from './account-route.js'
