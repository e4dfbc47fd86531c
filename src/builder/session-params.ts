/** What `callbacks.session` is given with strategy `'jwt'`. */
export interface JwtSessionParams<out Session, out Token> {
  session: Session
  token: Token
}

/** What `callbacks.session` is given with strategy `'database'`. */
export interface DatabaseSessionParams<out Session, out User, out Update> {
  session: Session
  user: User
  /** What `update` was given: the browser's word, unless `.session({ update })` checks it. */
  newSession?: Update
  trigger?: 'update'
}
