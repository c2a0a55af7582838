import { expect, test } from 'vitest';
import { loginAsCodeIn } from './login-as-code.ts';

test('F025 the code of a new tab is read and removed from the address', () => {
  expect(loginAsCodeIn('?login-as-user=true&user-id=412&token=a%2Fb')).toEqual({
    code: { userId: 412, token: 'a/b' },
    rest: '',
  });
});

test('other parameters of the address stay', () => {
  expect(loginAsCodeIn('?page=2&login-as-user=true&user-id=412&token=x')?.rest).toBe('?page=2');
});

test('an invalid code is removed from the address and not used', () => {
  expect(loginAsCodeIn('?login-as-user=true&user-id=admin&token=x')).toEqual({ code: null, rest: '' });
  expect(loginAsCodeIn('?login-as-user=true&user-id=412')).toEqual({ code: null, rest: '' });
});

test('an address without the login-as flag contains no code', () => {
  expect(loginAsCodeIn('?token=x&user-id=412')).toBeNull();
  expect(loginAsCodeIn('?login-as-user=false&user-id=412&token=x')).toBeNull();
  expect(loginAsCodeIn('')).toBeNull();
});
