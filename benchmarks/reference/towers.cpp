// Random play of 5 Towers in straightforward C++: the yardstick for the speed of our kernels.
// Each decision is drawn evenly from the same list of actions as ours: call or pass, demolish a
// top or keep them, take and lay one card after the other, kind after kind.
//
//     g++ -O2 -o towers towers.cpp && ./towers 100000 2      (games, players)

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

constexpr int KINDS = 5, VALUES = 16, EMPTY = 16;

struct Card {
    int kind, value;
};

struct Player {
    std::vector<int> towers[KINDS];
    int demolished = 0;

    int top(int kind) const { return towers[kind].empty() ? EMPTY : towers[kind].back(); }
    int below_top(int kind) const {
        const auto& tower = towers[kind];
        return tower.size() < 2 ? EMPTY : tower[tower.size() - 2];
    }
};

bool fits(int top, int value) { return top != 0 && (top == 8 || value == 9 || value < top); }

struct Game {
    std::vector<Card> deck, discards;
    int row[KINDS][VALUES] = {};  // how many cards of each kind and value lie in the row
    std::vector<Player> players;
    std::mt19937_64& chance;
    std::vector<int> choices;
    long actions = 0;

    Game(int count, std::mt19937_64& chance) : players(count), chance(chance) {
        for (int kind = 0; kind < KINDS; kind++) {
            for (int value = 0; value < VALUES; value++) deck.push_back({kind, value});
            if (count > 3)
                for (int value : {0, 2, 5, 7, 10, 12}) deck.push_back({kind, value});
        }
        std::shuffle(deck.begin(), deck.end(), chance);
    }

    int below(int limit) { return int(((chance() >> 32) * limit) >> 32); }

    int choose() {
        actions++;
        return choices[below(int(choices.size()))];
    }

    // How many cards of a kind in the row can be laid on a top.
    int most(int top, int kind) const {
        if (top == 0) return 0;
        const int* cards = row[kind];
        int limit = top == 8 ? EMPTY : top;
        bool eight = cards[8] > 0, nine = cards[9] > 0;
        if (!nine && limit <= 8) eight = false;
        int laid = int(eight) + int(nine);
        for (int value = 0; value < VALUES; value++) {
            if (value == 8 || value == 9 || cards[value] == 0) continue;
            if (eight || value < limit || (nine && value < 9)) laid++;
            if (cards[value] == 2 && value > 0 && value < limit &&
                ((eight && nine) || (nine && value < 9) || (eight && value > 9)))
                laid++;
        }
        return laid;
    }

    int most_from(const Player& player, int kind) const {
        int laid = 0;
        for (; kind < KINDS; kind++) laid += most(player.top(kind), kind);
        return laid;
    }

    int most_buildable(const Player& player) const {
        int laid = 0, gain = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            int here = most(player.top(kind), kind);
            laid += here;
            if (player.top(kind) != 0 && player.top(kind) != EMPTY)
                gain = std::max(gain, most(player.below_top(kind), kind) - here);
        }
        return laid + gain;
    }

    void build(Player& player, int to_lay) {
        int laid = most_from(player, 0);
        choices.clear();
        for (int kind = 0; kind < KINDS; kind++) {
            int top = player.top(kind);
            if (top == 0 || top == EMPTY) continue;
            if (laid - most(top, kind) + most(player.below_top(kind), kind) >= to_lay)
                choices.push_back(kind);
        }
        if (!choices.empty()) {
            if (laid >= to_lay) choices.push_back(KINDS);
            int kind = choose();
            if (kind < KINDS) {
                player.towers[kind].pop_back();
                player.demolished++;
            }
        }
        for (int from = 0; to_lay > 0; to_lay--) {
            choices.clear();
            int later = most_from(player, from);
            for (int kind = from; kind < KINDS; kind++) {
                int top = player.top(kind);
                later -= most(top, kind);
                for (int value = 0; value < VALUES; value++) {
                    if (row[kind][value] == 0 || !fits(top, value)) continue;
                    row[kind][value]--;
                    if (1 + most(value, kind) + later >= to_lay)
                        choices.push_back(kind * VALUES + value);
                    row[kind][value]++;
                }
            }
            int card = choose();
            from = card / VALUES;
            row[from][card % VALUES]--;
            player.towers[from].push_back(card % VALUES);
        }
    }

    // Plays one round and returns who is first in the next.
    int round(int first) {
        int turned = std::min<int>(5, int(deck.size()));
        for (int n = 0; n < turned; n++) {
            row[deck.back().kind][deck.back().value]++;
            deck.pop_back();
        }
        int called = 0, caller = first, count = int(players.size());
        for (int n = 0; n < count && called < turned; n++) {
            int seat = (first + n) % count;
            choices.clear();
            int highest = most_buildable(players[seat]);
            for (int number = n == 0 ? 0 : called + 1; number <= highest; number++)
                choices.push_back(number);
            if (n > 0) choices.push_back(-1);
            int number = choose();
            if (number > called) {
                called = number;
                caller = seat;
            }
        }
        if (called > 0) build(players[caller], called);
        for (int kind = 0; kind < KINDS; kind++)
            for (int value = 0; value < VALUES; value++)
                for (; row[kind][value] > 0; row[kind][value]--) discards.push_back({kind, value});
        return called > 0 ? (caller + 1) % count : first;
    }

    int play() {
        int rounds = 0, first = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (; !deck.empty(); rounds++) first = round(first);
            std::swap(deck, discards);
            std::shuffle(deck.begin(), deck.end(), chance);
        }
        return rounds;
    }
};

int main(int argc, char** argv) {
    int games = argc > 1 ? std::atoi(argv[1]) : 10000;
    int players = argc > 2 ? std::atoi(argv[2]) : 2;
    std::mt19937_64 chance(1);
    long actions = 0, rounds = 0;
    auto start = std::chrono::steady_clock::now();
    for (int n = 0; n < games; n++) {
        Game game(players, chance);
        rounds += game.play();
        actions += game.actions;
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("games %d actions %ld seconds %.3f\n", games, actions, seconds);
    std::fprintf(stderr, "rounds a game %.2f\n", double(rounds) / games);
}
