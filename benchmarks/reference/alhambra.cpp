// Random games of Alhambra in plain C++: the yardstick for Galda's own rules.
//
// The same decisions, and at each one a uniform choice from the same list of actions: take a set
// of money cards, buy a square, pay card by card from the highest down, redesign (lift, or bring
// and then build or swap), and place what was bought. Straightforward: a grid for each player, a
// flood fill wherever something is to stay reachable, vectors for decks and lists.
//
//   g++ -O2 -o alhambra alhambra.cpp && ./alhambra 2000 3
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

enum Kind { PAVILION, SERAGLIO, ARCADES, CHAMBERS, GARDEN, TOWER };
struct Tile { int kind, price, walls; };  // walls: bit 0 north, 1 east, 2 south, 3 west

const char* BOX[6] = {
    "2NEW 3SW 4ES 5NW 6N 7E 8",
    "3ESW 4NE 5SW 6ES 7W 8S 9",
    "4NES 5NW 6SW 6NE 7ES 8E 8N 9 10",
    "5NSW 6ES 7SW 7NE 8NW 9W 9S 10 11",
    "6ESW 7NSW 8SW 8NW 8NE 9E 10W 10N 10 11 12S",
    "7NEW 8NES 9ES 9NW 9NE 10W 11S 11N 11 12 13E"};
std::vector<Tile> TILES;

void unpack_box() {
  for (int kind = 0; kind < 6; kind++) {
    for (const char* p = BOX[kind]; *p;) {
      Tile tile{kind, int(strtol(p, const_cast<char**>(&p), 10)), 0};
      for (; *p && *p != ' '; p++) tile.walls |= 1 << (strchr("NESW", *p) - "NESW");
      while (*p == ' ') p++;
      TILES.push_back(tile);
    }
  }
}

const int DX[4] = {0, 1, 0, -1}, DY[4] = {1, 0, -1, 0};
const int RX[8] = {0, 1, 1, 1, 0, -1, -1, -1}, RY[8] = {1, 1, 0, -1, -1, -1, 0, 1};
const int SIZE = 112, MIDDLE = 55, EMPTY = -1, FOUNTAIN = 54;

uint64_t rng_state;
uint64_t next_random() {
  uint64_t z = (rng_state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
int below(int limit) { return int(((next_random() >> 32) * uint64_t(limit)) >> 32); }

template <class T> void shuffle(std::vector<T>& items) {
  for (int k = int(items.size()) - 1; k > 0; k--) std::swap(items[k], items[below(k + 1)]);
}

int walls_of(int tile) { return tile == FOUNTAIN ? 0 : TILES[tile].walls; }

struct Cell { int x, y; };

struct City {
  std::vector<std::array<int8_t, SIZE>> grid;
  std::vector<int> tiles;  // without the fountain
  std::array<Cell, 55> where;

  City() : grid(SIZE) {
    for (auto& row : grid) row.fill(EMPTY);
    grid[MIDDLE][MIDDLE] = FOUNTAIN;
    where[FOUNTAIN] = {MIDDLE, MIDDLE};
  }
  int at(int x, int y) const { return grid[x][y]; }

  bool fits(int tile, int x, int y) const {
    if (at(x, y) != EMPTY) return false;
    bool door = false;
    for (int d = 0; d < 4; d++) {
      int other = at(x + DX[d], y + DY[d]);
      if (other == EMPTY) continue;
      int mine = walls_of(tile) >> d & 1, theirs = walls_of(other) >> (d ^ 2) & 1;
      if (mine != theirs) return false;
      door |= !mine;
    }
    if (!door) return false;
    int changes = 0;
    for (int k = 0; k < 8; k++) {
      bool here = at(x + RX[k], y + RY[k]) != EMPTY;
      bool before = at(x + RX[(k + 7) % 8], y + RY[(k + 7) % 8]) != EMPTY;
      changes += here != before;
    }
    return changes == 2;
  }

  void cells(int tile, std::vector<Cell>& out) const {
    auto around = [&](int anchor) {
      for (int d = 0; d < 4; d++) {
        int x = where[anchor].x + DX[d], y = where[anchor].y + DY[d];
        if (at(x, y) != EMPTY) continue;
        bool named = true;  // each cell once: by the neighbour with the lowest direction
        for (int e = 0; e < d; e++) named &= at(x - DX[e], y - DY[e]) == EMPTY;
        if (named && fits(tile, x, y)) out.push_back({x, y});
      }
    };
    for (int anchor : tiles) around(anchor);
    around(FOUNTAIN);
  }
  bool has_cell(int tile) const {
    std::vector<Cell> found;
    cells(tile, found);
    return !found.empty();
  }

  bool can_swap(int coming, int going) const {
    Cell c = where[going];
    for (int d = 0; d < 4; d++)
      if (at(c.x + DX[d], c.y + DY[d]) != EMPTY &&
          ((walls_of(coming) ^ walls_of(going)) >> d & 1))
        return false;
    return true;
  }

  bool can_lift(int tile) {
    Cell c = where[tile];
    int sides = 0;
    for (int d = 0; d < 4; d++) sides += at(c.x + DX[d], c.y + DY[d]) != EMPTY;
    if (sides == 4) return false;
    if (sides == 1) return true;
    grid[c.x][c.y] = EMPTY;
    uint64_t seen = 1ull << FOUNTAIN;
    std::vector<int> stack{FOUNTAIN};
    size_t reached = 0;
    while (!stack.empty()) {
      int here = stack.back();
      stack.pop_back();
      reached++;
      for (int d = 0; d < 4; d++) {
        int other = at(where[here].x + DX[d], where[here].y + DY[d]);
        if (other == EMPTY || seen >> other & 1 || walls_of(here) >> d & 1) continue;
        seen |= 1ull << other;
        stack.push_back(other);
      }
    }
    grid[c.x][c.y] = int8_t(tile);
    return reached == tiles.size();  // all but the lifted one, and the fountain
  }

  void put(int tile, Cell c) {
    grid[c.x][c.y] = int8_t(tile);
    where[tile] = c;
    tiles.push_back(tile);
  }
  Cell remove(int tile) {
    Cell c = where[tile];
    grid[c.x][c.y] = EMPTY;
    tiles.erase(std::find(tiles.begin(), tiles.end(), tile));
    return c;
  }

  int longest_wall() const {
    int x = MIDDLE, y = MIDDLE, side = 0;
    while (at(x, y + 1) != EMPTY) y++;
    int first_x = x, first_y = y, run = 0, best = 0, head = -1, steps = 0;
    do {
      steps++;
      if (walls_of(at(x, y)) >> side & 1) {
        run++;
      } else {
        if (head < 0) head = run;
        best = std::max(best, run);
        run = 0;
      }
      int ahead = (side + 1) & 3;
      if (at(x + DX[ahead], y + DY[ahead]) == EMPTY) {
        side = ahead;
      } else {
        x += DX[ahead], y += DY[ahead];
        if (at(x + DX[side], y + DY[side]) != EMPTY) {
          x += DX[side], y += DY[side];
          side = (side + 3) & 3;
        }
      }
    } while (x != first_x || y != first_y || side != 0);
    return head < 0 ? steps : std::max(best, run + head);
  }
};

struct Move { int what, a, x, y; };
enum { TAKE, BUY, PAY, BRING, LIFT, SWAP, AT, BUILD, STORE, GIVE, END };
enum Phase { CHOOSE, PAYING, BRINGING, PLACING, LAST_TILES, OVER };

struct Game {
  int players, to_act = 0, phase = CHOOSE, quiet = 0;
  std::vector<City> cities;
  std::vector<std::vector<int>> reserves;
  int hand[6][4][10] = {};
  std::vector<int> deck, bag, discards, neutral;
  int row[4], market[4], bought[4], winner[4];
  int points[7] = {};
  int buying = -1, due = 0, last_paid = 9, exact = -1, brought = -1;
  bool took = false, stored = false;
  struct Placed { int square, tile; Cell cell; };
  std::vector<Placed> placed;
  std::vector<Move> moves;

  explicit Game(int n) : players(n), cities(n), reserves(n) {
    for (int t = 0; t < 54; t++) bag.push_back(t);
    shuffle(bag);
    int copies = n == 2 ? 2 : 3;
    for (int k = 0; k < copies * 36; k++) deck.push_back(k % 36);
    shuffle(deck);
    int fewest = 100, least = 100;
    for (int seat = 0; seat < n; seat++) {
      int total = 0, count = 0;
      for (; total < 20; count++) {
        int card = deck.back();
        deck.pop_back();
        total += card % 9 + 1;
        hand[seat][card / 9][card % 9 + 1]++;
      }
      if (count < fewest || (count == fewest && total < least))
        fewest = count, least = total, to_act = seat;
    }
    for (int k = 0; k < 4; k++) {
      row[k] = deck.back(), deck.pop_back();
      market[k] = bag.back(), bag.pop_back();
      bought[k] = winner[k] = -1;
    }
    int money = int(deck.size()), piles[5], under = 0;
    for (int k = 0; k < 5; k++) piles[k] = money / 5 + (k < money % 5);
    under = piles[4];
    deck.insert(deck.begin() + under + below(piles[3] + 1), 37);
    under += piles[3] + 1 + piles[2];
    deck.insert(deck.begin() + under + below(piles[1] + 1), 36);
    if (n == 2) neutral_draws(6);
  }

  void neutral_draws(int number) {
    for (; number > 0 && !bag.empty(); number--) neutral.push_back(bag.back()), bag.pop_back();
  }

  int total(int seat, int currency, int highest = 9) const {
    int sum = 0;
    for (int v = 1; v <= highest; v++) sum += v * hand[seat][currency][v];
    return sum;
  }
  // Whether some payment without a superfluous card, highest first, exceeds what is due.
  bool can_overpay(int* cards, int due_now, int highest) {
    for (int v = highest; v >= 1; v--) {
      if (!cards[v]) continue;
      if (v > due_now) return true;
      if (v < due_now) {
        cards[v]--;
        bool found = can_overpay(cards, due_now - v, v);
        cards[v]++;
        if (found) return true;
      }
    }
    return false;
  }
  bool may_pay(int currency, int v) {
    int* cards = hand[to_act][currency];
    if (v > last_paid || !cards[v]) return false;
    bool over_only = currency < exact;
    if (v > due) return true;
    if (v == due) return !over_only;
    cards[v]--;
    bool ok = over_only ? can_overpay(cards, due - v, v) : total(to_act, currency, v) >= due - v;
    cards[v]++;
    return ok;
  }

  void list_choices() {
    for (int slots = 1; slots < 16; slots++) {
      int sum = 0, count = 0;
      bool ok = true;
      for (int k = 0; k < 4 && ok; k++) {
        if (!(slots >> k & 1)) continue;
        if (row[k] < 0) ok = false;
        for (int e = 0; e < k; e++)
          if (row[e] == row[k] && !(slots >> e & 1)) ok = false;
        sum += row[k] % 9 + 1;
        count++;
      }
      if (ok && (count == 1 || sum <= 5)) moves.push_back({TAKE, slots, 0, 0});
    }
    for (int s = 0; s < 4; s++) {
      if (market[s] < 0) continue;
      int price = TILES[market[s]].price;
      if (s < exact ? can_overpay(hand[to_act][s], price, 9) : total(to_act, s) >= price)
        moves.push_back({BUY, s, 0, 0});
    }
    City& city = cities[to_act];
    for (int tile : reserves[to_act]) {
      bool ok = city.has_cell(tile);
      for (size_t k = 0; k < city.tiles.size() && !ok; k++) ok = city.can_swap(tile, city.tiles[k]);
      if (ok) moves.push_back({BRING, tile, 0, 0});
    }
    for (int tile : city.tiles)
      if (city.can_lift(tile)) moves.push_back({LIFT, tile, 0, 0});
    if (exact >= 0 || moves.empty()) moves.push_back({END, 0, 0, 0});
  }

  bool mine(int s) const {
    return bought[s] >= 0 && (phase == PLACING || winner[s] == to_act);
  }

  // Whether the tiles built in this turn and one more are in the first possible order.
  bool is_first_order(int square, int tile, Cell cell) {
    if (placed.empty()) return true;
    City& city = cities[to_act];
    std::vector<Placed> items = placed;
    items.push_back({square, tile, cell});
    for (auto& item : placed) city.remove(item.tile);
    std::vector<Placed> order = items;
    std::sort(order.begin(), order.end(),
              [](const Placed& a, const Placed& b) { return a.square < b.square; });
    bool first = false;
    do {
      size_t n = 0;
      while (n < order.size() && city.fits(order[n].tile, order[n].cell.x, order[n].cell.y)) {
        city.put(order[n].tile, order[n].cell);
        n++;
      }
      for (size_t k = 0; k < n; k++) city.remove(order[k].tile);
      if (n == order.size()) {
        first = true;
        for (size_t k = 0; k < n; k++) first &= order[k].square == items[k].square;
        break;
      }
    } while (std::next_permutation(order.begin(), order.end(), [](const Placed& a, const Placed& b) {
      return a.square < b.square;
    }));
    for (auto& item : placed) city.put(item.tile, item.cell);
    return first;
  }

  void list_placements() {
    std::vector<Cell> found;
    int lowest = -1;
    for (int s = 0; s < 4; s++) {
      if (!mine(s)) continue;
      if (lowest < 0) lowest = s;
      if (stored) continue;
      found.clear();
      cities[to_act].cells(bought[s], found);
      for (Cell c : found)
        if (is_first_order(s, bought[s], c)) moves.push_back({BUILD, s, c.x, c.y});
    }
    moves.push_back({STORE, lowest, 0, 0});
    if (players == 2 && phase == PLACING) moves.push_back({GIVE, lowest, 0, 0});
  }

  void list() {
    moves.clear();
    if (phase == CHOOSE) {
      list_choices();
    } else if (phase == PAYING) {
      for (int v = 1; v <= 9; v++)
        if (may_pay(buying, v)) moves.push_back({PAY, v, 0, 0});
    } else if (phase == BRINGING) {
      City& city = cities[to_act];
      for (int tile : city.tiles)
        if (city.can_swap(brought, tile)) moves.push_back({SWAP, tile, 0, 0});
      std::vector<Cell> found;
      city.cells(brought, found);
      for (Cell c : found) moves.push_back({AT, 0, c.x, c.y});
    } else {
      list_placements();
    }
  }

  void drop_from_reserve(int tile) {
    auto& reserve = reserves[to_act];
    reserve.erase(std::find(reserve.begin(), reserve.end(), tile));
  }

  void play(Move m) {
    City& city = cities[to_act];
    switch (m.what) {
      case TAKE:
        for (int k = 0; k < 4; k++)
          if (m.a >> k & 1) hand[to_act][row[k] / 9][row[k] % 9 + 1]++, row[k] = -1;
        took = true;
        return actions_done();
      case BUY:
        phase = PAYING, buying = m.a, due = TILES[market[m.a]].price, last_paid = 9;
        return;
      case PAY:
        hand[to_act][buying][m.a]--;
        discards.push_back(buying * 9 + m.a - 1);
        last_paid = m.a, due -= m.a;
        if (due > 0) return;
        bought[buying] = market[buying], market[buying] = -1;
        if (due == 0) {
          exact = buying, phase = CHOOSE;
          return;
        }
        return actions_done();
      case BRING:
        phase = BRINGING, brought = m.a;
        return;
      case LIFT:
        city.remove(m.a);
        reserves[to_act].push_back(m.a);
        return actions_done();
      case SWAP:
        drop_from_reserve(brought);
        city.put(brought, city.remove(m.a));
        reserves[to_act].push_back(m.a);
        return actions_done();
      case AT:
        drop_from_reserve(brought);
        city.put(brought, {m.x, m.y});
        return actions_done();
      case BUILD:
        placed.push_back({m.a, bought[m.a], {m.x, m.y}});
        city.put(bought[m.a], {m.x, m.y});
        bought[m.a] = -1;
        return placing_done();
      case STORE:
        reserves[to_act].push_back(bought[m.a]);
        bought[m.a] = -1, stored = true;
        return placing_done();
      case GIVE:
        neutral.push_back(bought[m.a]);
        bought[m.a] = -1, stored = true;
        return placing_done();
      default:
        return actions_done();
    }
  }

  bool any_to_place() const { return mine(0) || mine(1) || mine(2) || mine(3); }

  void actions_done() {
    bool any = false;
    for (int s = 0; s < 4; s++) any |= bought[s] >= 0;
    quiet = any || took ? 0 : quiet + 1;
    phase = PLACING;
    placing_done();
  }

  void placing_done() {
    if (any_to_place()) return;
    placed.clear();
    stored = false;
    if (phase == LAST_TILES) return next_winner();
    phase = CHOOSE, exact = -1, took = false;
    if (quiet == 10 * players) return finish();
    bool a = false, b = false;
    for (int k = 0; k < 4; k++) {
      while (row[k] < 0) {
        if (deck.empty()) {
          deck.swap(discards);
          shuffle(deck);
        }
        if (deck.empty()) break;
        int card = deck.back();
        deck.pop_back();
        if (card == 36) a = true;
        else if (card == 37) b = true;
        else row[k] = card;
      }
    }
    bool full = true;
    for (int s = 0; s < 4; s++) {
      if (market[s] >= 0) continue;
      if (bag.empty()) { full = false; break; }
      market[s] = bag.back();
      bag.pop_back();
    }
    if (a) {
      score(0);
      if (players == 2) neutral_draws(6);
    }
    if (b) {
      score(1);
      if (players == 2) neutral_draws(int(bag.size()) / 3);
    }
    if (!full) return finish();
    to_act = (to_act + 1) % players;
  }

  void finish() {
    phase = LAST_TILES;
    for (int s = 0; s < 4; s++) {
      if (market[s] < 0) continue;
      int best = -1;
      for (int seat = 0; seat < players; seat++) {
        int sum = total(seat, s);
        if (sum > best) best = sum, winner[s] = seat;
        else if (sum == best) winner[s] = -1;
      }
      if (winner[s] >= 0) bought[s] = market[s], market[s] = -1;
    }
    next_winner();
  }

  void next_winner() {
    for (int k = 0; k < players; k++) {
      to_act = (to_act + 1) % players;
      if (any_to_place()) return;
    }
    score(2);
    phase = OVER;
  }

  void score(int round) {
    const int first[3] = {1, 8, 16};
    int columns = players == 2 ? 3 : players;
    int counts[7][6] = {};
    for (int c = 0; c < columns; c++) {
      for (int tile : c < players ? cities[c].tiles : neutral) counts[c][TILES[tile].kind]++;
      if (c < players) points[c] += cities[c].longest_wall();
    }
    for (int kind = 0; kind < 6; kind++) {
      for (int c = 0; c < columns; c++) {
        if (!counts[c][kind]) continue;
        int better = 0, equal = 0, pot = 0;
        for (int o = 0; o < columns; o++) {
          better += counts[o][kind] > counts[c][kind];
          equal += counts[o][kind] == counts[c][kind];
        }
        for (int place = better; place < better + equal && place <= round; place++)
          pot += first[round - place] + kind;
        points[c] += pot / equal;
      }
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  int games = argc > 1 ? atoi(argv[1]) : 1000;
  int players = argc > 2 ? atoi(argv[2]) : 3;
  rng_state = argc > 3 ? strtoull(argv[3], nullptr, 10) : 1;
  unpack_box();
  long actions = 0, checksum = 0;
  auto began = std::chrono::steady_clock::now();
  for (int g = 0; g < games; g++) {
    Game game(players);
    while (game.phase != OVER) {
      game.list();
      game.play(game.moves[below(int(game.moves.size()))]);
      actions++;
    }
    checksum += game.points[0];
  }
  std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
  printf("games %d actions %ld seconds %.3f\n", games, actions, spent.count());
  fprintf(stderr, "mean points of the first seat %.2f\n", double(checksum) / games);
}
