/** The Angular recipe, in Angular. */
import '@angular/compiler';
import { createApplication } from '@angular/platform-browser';
import { expect, test } from 'vitest';
import { COMPLETION_ENGINE, LanguageField } from '../../demo/recipes/angular.js';
import { connect, type } from './set-up.js';

test('the async pipe shows what the engine answers, and cancels with the component', async () => {
  const { engine } = await connect();
  const events: string[] = [];
  engine.events$.subscribe(({ type }) => events.push(type));
  const application = await createApplication({
    providers: [{ provide: COMPLETION_ENGINE, useValue: engine }],
  });
  const host = document.body.appendChild(document.createElement('app-language-field'));
  application.bootstrap(LanguageField, host);
  const input = host.querySelector('input')!;
  const options = () => [...host.querySelectorAll('option')].map(({ value }) => value);

  await application.whenStable();
  expect([options(), events]).toEqual([[], []]);
  input.focus();
  type(input, 'ty');
  await expect.poll(options).toEqual(['typescript']);
  type(input, 'ru');
  await expect.poll(() => events.at(-1)).toBe('request');
  application.destroy();
  expect(events.at(-1)).toBe('cancel');
});
