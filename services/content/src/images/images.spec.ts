import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pictureName, picturesShown } from '@shop/demo-data/pieces.ts';
import { startTestService, type TestService } from '@shop/service-kit/testing';
import { AppModule } from '../app.module.ts';
import { drawings } from '../demo-data/images.ts';
import { variables } from '../variables.ts';
import { ImagesService } from './images.service.ts';

describe('pictures', () => {
  let service: TestService;
  beforeAll(async () => {
    const nowhere = 'http://127.0.0.1:9';
    service = await startTestService({
      name: 'content',
      module: AppModule,
      variables,
      environment: { SHOP_URL: nowhere, SMTP_URL: 'smtp://127.0.0.1:9', COUNTRIES_URL: nowhere, RATES_URL: nowhere },
    });
    await service.app.get(ImagesService, { strict: false }).add(drawings());
  });
  afterAll(() => service.close());

  it('of the demo catalogue are served as drawings that browsers keep and that can run nothing', async () => {
    const name = pictureName([...picturesShown().values()][0]!);
    const answer = await fetch(`${service.url}/api/v1/images/demo/${name}.svg?w=400`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/s);
  });

  it('stay one each when they are stored again', async () => {
    await service.app.get(ImagesService, { strict: false }).add(drawings());
    expect(await service.connection.collection('images').countDocuments()).toBe(picturesShown().size);
  });

  it.each(['nope.svg', '..%2f..%2fetc%2fpasswd', '%00.svg'])('are a 404 for %s', async (name) => {
    const answer = await fetch(`${service.url}/api/v1/images/demo/${name}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'image.not-found' });
  });
});
