/*
 * Authentication of a client by an assertion that its private key signs: apart, because few clients have one.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export { PrivateKeyJwt } from 'oauth4webapi'
