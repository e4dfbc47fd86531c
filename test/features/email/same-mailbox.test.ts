import { describe, expect, test } from 'vitest'
import { mailbox } from '../../../src/runtime/features/email/same-mailbox.js'

describe('e-mail addresses of one mailbox share the limit of mails', () => {
  test.each([
    ['ada@gmail.com', ['a.d.a@gmail.com', 'ada+shop@gmail.com', 'A.da+x@GMail.com', 'ada@googlemail.com']],
    ['ada@proton.me', ['a_d-a@protonmail.com', 'ada+x@pm.me', 'a.da@proton.me']],
    ['ada@icloud.com', ['ada@me.com', 'ada+x@mac.com']],
    ['ada@yandex.com', ['ada@ya.ru', 'a.d-a@yandex.ru', 'a.da@yandex.com']],
    ['ada@yahoo.com', ['ada-shop@yahoo.com', 'ada+x@yahoo.com', 'Ada-a-b@yahoo.com']],
    ['ada@yahoo.co.uk', ['ada-shop@yahoo.co.uk']],
    ['ada@ymail.com', ['ada-shop@ymail.com']],
    ['ada@rocketmail.com', ['ada-shop@rocketmail.com']],
    ['ada@fastmail.com', ['shop@ada.fastmail.com', 'ada+x@fastmail.com']],
    ['ada@fastmail.fm', ['shop@ada.fastmail.fm']],
    ['ada@example.com', ['ada+shop@example.com', 'ada+a+b@example.com']],
  ])('mails to %s and %j share one limit', (one, others) => {
    for (const address of [one, ...others]) expect(mailbox(address)).toBe(one)
  })
})

describe('e-mail addresses of different mailboxes have separate limits of mails', () => {
  test.each([
    ['a.da@example.com', 'ada@example.com'],
    ['ada-shop@example.com', 'ada@example.com'],
    ['a_da@gmail.com', 'ada@gmail.com'],
    ['a.da@icloud.com', 'ada@icloud.com'],
    ['ada@outlook.com', 'ada@hotmail.com'],
    ['shop@ada.example.com', 'ada@example.com'],
    ['+ada@example.com', '+bob@example.com'],
    ['-ada@yahoo.com', '-bob@yahoo.com'],
    ['..@gmail.com', '...@gmail.com'],
    ['ada-shop@notyahoo.com', 'ada@notyahoo.com'],
    ['ada-shop@yahoo-mail.test', 'ada@yahoo-mail.test'],
    ['shop@shop.ada.fastmail.com', 'ada@fastmail.com'],
    ['shop@ada.fastmail.com.evil.test', 'ada@fastmail.com'],
    ['shop@ada.fastmail.test', 'ada@fastmail.test'],
    ['"ada@a.test"@example.com', '"ada@b.test"@example.com'],
    ['ada@fastmail.fm', 'ada@fastmail.com'],
    ['ada@gmail.com.evil.test', 'ada@gmail.com'],
  ])('mails to %s and %s have separate limits', (one, other) => {
    expect(mailbox(one)).not.toBe(mailbox(other))
  })
})
