import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { startTestService, type TestService } from '../testing/index.ts';

interface Box {
  label: string;
  lid?: { colour: string };
}
const boxSchema = new Schema<Box>({ label: String, lid: new Schema({ colour: String }, { _id: false }) });

@Module({ imports: [MongooseModule.forFeature([{ name: 'Box', schema: boxSchema }])] })
class BoxModule {}

let service: TestService;
let boxes: Model<Box>;
beforeAll(async () => {
  service = await startTestService({ name: 'catalog', module: BoxModule });
  boxes = service.app.get<Model<Box>>(getModelToken('Box'));
});
afterAll(() => service.close());

describe('a field that its schema does not declare', () => {
  it('is refused when a document is created, and nothing is stored', async () => {
    await expect((async () => boxes.create({ label: 'a', weight: 1 } as Box))()).rejects.toThrow('`weight`');
    await expect((async () => boxes.create({ label: 'a', lid: { colour: 'red', size: 2 } } as Box))()).rejects.toThrow(
      'StrictModeError',
    );
    expect(await boxes.countDocuments()).toBe(0);
  });

  it('is refused in an update, which changes nothing', async () => {
    await boxes.create({ label: 'b' });
    await expect((async () => boxes.updateOne({ label: 'b' }, { $set: { weight: 1 } }))()).rejects.toThrow('`weight`');
    expect(await boxes.findOne({ label: 'b' }).lean()).not.toHaveProperty('weight');
  });
});
