// Pylos (standard game) played at random, written plainly: the yardstick for our own kernels.
// The pyramid is an array of levels, rows and columns; moves go into lists and one is chosen.
//
//   g++ -O2 -o pylos pylos.cpp && ./pylos 100000
//
// Prints "games N actions M seconds S", an action being one decision: a ball placed or raised, a
// ball removed, or no more removed. The number of whole turns goes to the error stream.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { EMPTY = -1, LIGHT = 0, DARK = 1, DRAW = 2, NOBODY = 3 };
enum Kind { PLACE, RAISE, REMOVE, STOP };

struct Spot {
    int level, row, column;
};

struct Move {
    Kind kind;
    Spot from, to;
};

static uint64_t random_state = 88172645463325252ULL;

static uint64_t xorshift() {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

// The spots in the order in which two free balls must be removed.
static int order(Spot spot) { return spot.level * 16 + spot.row * 4 + spot.column; }

struct Game {
    int ball[4][4][4];
    int reserve[2] = {15, 15};
    int player = LIGHT;
    int winner = NOBODY;
    int removed = 0;        // balls removed in this turn
    bool removing = false;  // whether this turn has come to removing balls
    Spot first_removed = {0, 0, 0};
    int quiet = 0, most = 0;
    long turns = 0;

    Game() {
        for (int level = 0; level < 4; level++)
            for (int row = 0; row < 4; row++)
                for (int column = 0; column < 4; column++) ball[level][row][column] = EMPTY;
    }

    int &at(Spot spot) { return ball[spot.level][spot.row][spot.column]; }

    bool exists(Spot spot) const {
        int side = 4 - spot.level;
        return spot.level >= 0 && spot.level < 4 && spot.row >= 0 && spot.row < side &&
               spot.column >= 0 && spot.column < side;
    }

    bool is_supported(Spot spot) {
        if (spot.level == 0) return true;
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 2; c++)
                if (ball[spot.level - 1][spot.row + r][spot.column + c] == EMPTY) return false;
        return true;
    }

    bool rests_on(Spot upper, Spot lower) const {
        int r = lower.row - upper.row, c = lower.column - upper.column;
        return upper.level == lower.level + 1 && r >= 0 && r < 2 && c >= 0 && c < 2;
    }

    bool carries(Spot spot) {
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 2; c++) {
                Spot upper = {spot.level + 1, spot.row - r, spot.column - c};
                if (exists(upper) && at(upper) != EMPTY) return true;
            }
        return false;
    }

    bool completes_square(Spot spot) {
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 2; c++) {
                int row = spot.row - r, column = spot.column - c, side = 4 - spot.level;
                if (row < 0 || column < 0 || row + 1 >= side || column + 1 >= side) continue;
                if (ball[spot.level][row][column] == player &&
                    ball[spot.level][row][column + 1] == player &&
                    ball[spot.level][row + 1][column] == player &&
                    ball[spot.level][row + 1][column + 1] == player)
                    return true;
            }
        return false;
    }

    // The spots that can receive a ball, and the player's balls that carry nothing.
    void survey(std::vector<Spot> &receivers, std::vector<Spot> &movable) {
        receivers.clear();
        movable.clear();
        for (int level = 0; level < 4; level++)
            for (int row = 0; row < 4 - level; row++)
                for (int column = 0; column < 4 - level; column++) {
                    Spot spot = {level, row, column};
                    if (at(spot) == EMPTY) {
                        if (is_supported(spot)) receivers.push_back(spot);
                    } else if (at(spot) == player && !carries(spot)) {
                        movable.push_back(spot);
                    }
                }
    }

    void list_moves(std::vector<Move> &moves) {
        static std::vector<Spot> receivers, movable;
        survey(receivers, movable);
        moves.clear();
        if (removing) {
            for (Spot spot : movable)
                if (removed == 0 || order(spot) > order(first_removed) ||
                    rests_on(first_removed, spot))
                    moves.push_back({REMOVE, spot, spot});
            if (removed == 1) moves.push_back({STOP, {}, {}});
            return;
        }
        for (Spot to : receivers) moves.push_back({PLACE, to, to});
        for (Spot to : receivers)
            for (Spot from : movable)
                if (to.level > from.level && !rests_on(to, from))
                    moves.push_back({RAISE, from, to});
    }

    void play(Move move) {
        switch (move.kind) {
        case PLACE:
        case RAISE:
            if (move.kind == PLACE)
                reserve[player]--;
            else
                at(move.from) = EMPTY;
            at(move.to) = player;
            if (move.to.level == 3) {
                winner = player;
                turns++;
            } else if (completes_square(move.to)) {
                removing = true;
            } else {
                end_turn();
            }
            break;
        case REMOVE:
            at(move.from) = EMPTY;
            reserve[player]++;
            if (++removed == 1) {
                first_removed = move.from;
                static std::vector<Move> others;
                list_moves(others);
                if (others.size() > 1) break;  // another ball could follow
            }
            end_turn();
            break;
        case STOP:
            end_turn();
        }
    }

    void end_turn() {
        turns++;
        removing = false;
        removed = 0;
        int balls = 30 - reserve[LIGHT] - reserve[DARK];
        if (balls > most) {
            most = balls;
            quiet = 0;
        } else {
            quiet++;
        }
        player = 1 - player;
        if (reserve[player] == 0)
            winner = 1 - player;
        else if (quiet == 100)
            winner = DRAW;
    }
};

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000;
    long played = 0, turns = 0, won[3] = {0, 0, 0};
    std::vector<Move> moves;
    auto begin = std::chrono::steady_clock::now();
    for (long n = 0; n < games; n++) {
        Game game;
        while (game.winner == NOBODY) {
            game.list_moves(moves);
            game.play(moves[xorshift() % moves.size()]);
            played++;
        }
        turns += game.turns;
        won[game.winner]++;
    }
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    printf("games %ld actions %ld seconds %.6f\n", games, played, elapsed.count());
    fprintf(stderr, "turns %ld light %ld dark %ld drawn %ld\n", turns, won[LIGHT], won[DARK],
            won[DRAW]);
}
