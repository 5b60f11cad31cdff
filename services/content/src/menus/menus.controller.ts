import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { MenusService } from './menus.service.ts';

@ContractController()
export class MenusController {
  constructor(private readonly menus: MenusService) {}

  @Route(content.getMenus)
  get() {
    return this.menus.shown();
  }

  @Route(content.getMenusForStaff)
  async getForStaff() {
    return { menus: await this.menus.get() };
  }

  @Route(content.changeMenus)
  async change(@ValidatedInput() { session, body, version }: Input<typeof content.changeMenus>) {
    return { menus: await this.menus.change(session, body, version) };
  }
}
