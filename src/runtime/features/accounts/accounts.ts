export { changeAccount } from './account-forms.js'
export { accountPage } from './account-page-route.js'
