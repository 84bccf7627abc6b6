%% The module robots, asked over standard input: a line is file, crawler and path in Base64, the answer a word.
-module(ask_robots).
-export([main/0]).

main() ->
    Port = open_port({fd, 0, 1}, [binary, eof, {line, 16#4000000}]),
    serve(Port).

serve(Port) ->
    receive
        {Port, {data, {eol, Line}}} ->
            Port ! {self(), {command, [answer(Line), $\n]}},
            serve(Port);
        {Port, eof} ->
            halt()
    end.

answer(Line) ->
    [Robots, Agent, Path] = [base64:decode(Field) || Field <- binary:split(Line, <<" ">>, [global])],
    try
        {ok, Rules} = robots:parse(Robots, 200),
        atom_to_list(robots:is_allowed(Agent, Path, Rules))
    catch
        Class:Reason -> io_lib:format("~0tp", [{Class, name(Reason)}])
    end.

%% The reason without what it is about, which may be the whole file.
name(Reason) when is_tuple(Reason) -> element(1, Reason);
name(Reason) -> Reason.
