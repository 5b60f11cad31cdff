import { describe, expect, it } from '@jest/globals';
import { codeTemplate } from './code.template.ts';
import { layOut } from './layout.ts';

const brand = { name: 'Aranya', companyLine: 'Aranya & Sons' };
const codeMail = (name: string, kind: 'sign-in' | 'register' = 'sign-in') =>
  layOut(
    codeTemplate(
      { to: 'a@b.example', name, mail: { kind, code: '012345', validForMinutes: 10 } },
      brand,
      'https://shop.example',
    ),
    brand,
  );

describe('the letter with a one-time code', () => {
  it('carries the code in the subject, the text and the HTML', () => {
    const { subject, text, html } = codeMail('Asha');
    expect(subject).toBe('012345 is your Aranya code');
    expect(text).toContain('\n\n012345\n\n');
    expect(html).toContain('>012345</p>');
  });

  it('shows what a customer wrote as text, never as HTML', () => {
    const { html } = codeMail('<img src=x onerror=alert(1)>');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
    expect(html).toContain('Aranya &amp; Sons');
  });

  it('carries nothing that a stranger wrote to an address that nobody has confirmed yet', () => {
    const { subject, text, html } = codeMail('You have won: evil.example', 'register');
    expect(`${subject} ${text} ${html}`).not.toContain('evil.example');
    expect(text).toContain('your code to create your account');
  });

  it('holds no code for the owner of an account that somebody tried to register', () => {
    const { text } = layOut(
      codeTemplate(
        { to: 'a@b.example', name: 'Asha', mail: { kind: 'account-exists' } },
        brand,
        'https://shop.example',
      ),
      brand,
    );
    expect(text).not.toMatch(/\d{6}/);
    expect(text).toContain('https://shop.example');
  });
});
