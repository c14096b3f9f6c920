// Quixo for two players, written the straightforward way: the yardstick for random play.
//
//   quixo GAMES     plays that many random games, prints "games N actions M seconds S"
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr int SIZE = 5;
constexpr int MOST_MOVES = 44;
constexpr int QUIET_LIMIT = 100;

enum Face : int8_t { BLANK, CROSS, CIRCLE };

struct Move {
    int row, column;        // the cube taken
    int to_row, to_column;  // the end it enters at
};

struct Board {
    Face cubes[SIZE][SIZE] = {};
    Face to_act = CROSS;
    Face winner = BLANK;
    int quiet = 0;
    bool over = false;

    // Writes the legal moves into `found` and returns how many there are.
    int moves(Move* found) const {
        int count = 0;
        for (int row = 0; row < SIZE; ++row) {
            for (int column = 0; column < SIZE; ++column) {
                bool edge = row == 0 || row == SIZE - 1 || column == 0 || column == SIZE - 1;
                if (!edge || (cubes[row][column] != BLANK && cubes[row][column] != to_act)) continue;
                if (column != 0) found[count++] = {row, column, row, 0};
                if (column != SIZE - 1) found[count++] = {row, column, row, SIZE - 1};
                if (row != 0) found[count++] = {row, column, 0, column};
                if (row != SIZE - 1) found[count++] = {row, column, SIZE - 1, column};
            }
        }
        return count;
    }

    bool has_line(Face face) const {
        bool rising = true, falling = true;
        for (int i = 0; i < SIZE; ++i) {
            bool row = true, column = true;
            for (int j = 0; j < SIZE; ++j) {
                row = row && cubes[i][j] == face;
                column = column && cubes[j][i] == face;
            }
            if (row || column) return true;
            rising = rising && cubes[i][i] == face;
            falling = falling && cubes[i][SIZE - 1 - i] == face;
        }
        return rising || falling;
    }

    void play(const Move& move) {
        Face other = to_act == CROSS ? CIRCLE : CROSS;
        bool blank = cubes[move.row][move.column] == BLANK;
        int row = move.row, column = move.column;
        while (row != move.to_row || column != move.to_column) {
            int next_row = row + (move.to_row > row) - (move.to_row < row);
            int next_column = column + (move.to_column > column) - (move.to_column < column);
            cubes[row][column] = cubes[next_row][next_column];
            row = next_row;
            column = next_column;
        }
        cubes[row][column] = to_act;
        quiet = blank ? 0 : quiet + 1;
        if (has_line(other)) {
            winner = other;
            over = true;
        } else if (has_line(to_act)) {
            winner = to_act;
            over = true;
        } else if (quiet == QUIET_LIMIT) {
            over = true;
        }
        to_act = other;
    }
};

int main(int argc, char** argv) {
    long games = argc > 1 ? std::atol(argv[1]) : 100000;
    uint64_t random = 0x9E3779B97F4A7C15ull;
    long actions = 0;
    Move moves[MOST_MOVES];
    auto began = std::chrono::steady_clock::now();
    for (long game = 0; game < games; ++game) {
        Board board;
        while (!board.over) {
            int count = board.moves(moves);
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            board.play(moves[(random >> 33) % count]);
            ++actions;
        }
    }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
    std::printf("games %ld actions %ld seconds %.6f\n", games, actions, seconds.count());
}
