import { action, query } from '@solidjs/router'
import { enter, enterWithCompany, inside, leave, rename, slowly, whoIsThere } from './server'

export const sessionQuery = query(whoIsThere, 'session')
export const insideQuery = query(inside, 'inside')
export const slowQuery = query(slowly, 'slow')

export const enterAction = action(enter, 'enter')
export const enterWithCompanyAction = action(enterWithCompany, 'enterWithCompany')
export const renameAction = action(rename, 'rename')
export const leaveAction = action(leave, 'leave')
